import { modeOnWire } from "#shared/split-modes.ts";
import { splitMessages } from "./member-texts.ts";
import { useMessages } from "./words.ts";

/** Returns the screen name of a dividend's mode, by its words on the wire. */
export function useModeNames(): (onTheWire: string) => string {
  const { modes } = useMessages(splitMessages);
  return (onTheWire) => {
    const mode = modeOnWire(onTheWire);
    return mode === undefined ? onTheWire : modes[mode];
  };
}
