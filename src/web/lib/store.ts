import { useSyncExternalStore } from "react";

export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Returns the value to a component, which renders again when it changes. */
  readonly use: () => T;
}

/** Holds one value for the whole page, for code and components alike. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = (): T => value;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    // The third is for the build, which prerenders the login form.
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
