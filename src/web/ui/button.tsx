import type { ButtonHTMLAttributes, MouseEvent, ReactElement, ReactNode } from "react";
import { useOffline } from "#web/lib/offline-since.ts";
import { Link, type LinkProps } from "#web/lib/router.tsx";
import css from "./button.module.css";
import { classes } from "./classes.ts";

interface Look {
  /** One `primary` per view. */
  readonly look?: "primary" | "outline" | "quiet" | "danger";
  readonly small?: boolean;
  readonly width?: "full" | "full-on-phones";
  readonly children: ReactNode;
}

export type ButtonProps = Look &
  Pick<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "form" | "onClick" | "aria-label"> & {
    /** Stays focusable, so that its explanation can be found next to it. */
    readonly blocked?: boolean;
    /** Takes the focus when its dialog opens. */
    readonly first?: boolean;
    /** Is blocked while there is no connection; every button that submits a form is. */
    readonly needsNetwork?: boolean;
  };

/** The element that says why buttons are blocked while there is no connection. */
export const OFFLINE_REASON = "offline-reason";

function lookOf({ look = "outline", small, width }: Look): string {
  return classes(
    css["button"],
    css[look],
    small && css["small"],
    width === "full" && css["wide"],
    width === "full-on-phones" && css["wideOnPhones"],
  );
}

export function Button(props: ButtonProps): ReactElement {
  const { type = "button", first = false, needsNetwork = type === "submit" } = props;
  const { onClick, children } = props;
  const isOffline = useOffline() && needsNetwork;
  const blocked = isOffline || (props.blocked ?? false);
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      // Forms are submitted by the code that validates them, so the type is always explicit.
      type={type === "submit" ? "submit" : "button"}
      className={lookOf(props)}
      aria-disabled={blocked || undefined}
      aria-label={props["aria-label"]}
      aria-describedby={isOffline ? OFFLINE_REASON : undefined}
      form={props.form}
      data-first={first || undefined}
      onClick={press}
    >
      {children}
    </button>
  );
}

/** A link to a page of the portal that looks like a button. */
export function LinkButton(
  props: Look & Pick<LinkProps, "to" | "onClick" | "aria-label">,
): ReactElement {
  return (
    <Link
      className={lookOf(props)}
      to={props.to}
      aria-label={props["aria-label"]}
      onClick={props.onClick}
    >
      {props.children}
    </Link>
  );
}
