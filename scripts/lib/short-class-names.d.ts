/**
 * Names each class of the style modules by its place among all of them, in the same order in every
 * build. Names with digests in them weigh more, as nothing in a digest compresses.
 */
export function shortClassNames(): (name: string, path: string) => string;
