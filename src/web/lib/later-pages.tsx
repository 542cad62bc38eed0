import { type ComponentProps, type ComponentType, lazy, type ReactElement, useState } from "react";

/**
 * The pages of a file that is loaded when the first of them is shown, or earlier by `load`. Once it
 * is loaded they show at once: after a fallback, even a brief empty one, React delays the following
 * content for 300 ms.
 */
export function laterPages<Pages extends object>(load: () => Promise<Pages>) {
  let loaded: Pages | undefined;
  const loadOnce = async (): Promise<Pages> => (loaded ??= await load());
  function page<Name extends keyof Pages>(name: Name) {
    type Props = ComponentProps<Pages[Name] & ComponentType>;
    const Later = lazy(async () => ({ default: (await loadOnce())[name] as ComponentType<Props> }));
    return function Page(props: Props): ReactElement {
      // Chosen once: with another type of component the page would lose its state.
      const [Shown] = useState(() => (loaded?.[name] as ComponentType<Props> | undefined) ?? Later);
      return <Shown {...props} />;
    };
  }
  return { load: loadOnce, page };
}
