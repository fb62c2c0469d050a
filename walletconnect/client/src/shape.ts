/** Checks that a value has a type. A small replacement for a schema library, which would outweigh the protocol. */
export type Shape<T> = (value: unknown) => value is T

/** The type that a shape checks. */
export type ShapeOf<S> = S extends Shape<infer T> ? T : never

type Fields = Readonly<Record<string, Shape<unknown>>>
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends ShapeOf<F[K]> ? K : never
}[keyof F]
type ObjectOf<F extends Fields> = { [K in Exclude<keyof F, OptionalKeys<F>>]: ShapeOf<F[K]> } & {
  [K in OptionalKeys<F>]?: ShapeOf<F[K]>
}

export const isText: Shape<string> = (value) => typeof value === 'string'
export const isInteger: Shape<number> = (value): value is number => Number.isSafeInteger(value)
export const isFlag: Shape<boolean> = (value) => typeof value === 'boolean'
export const isAnything: Shape<unknown> = (_value): _value is unknown => true

/** Returns the shape of a string that matches a pattern. */
export function textLike(pattern: RegExp): Shape<string> {
  return (value): value is string => isText(value) && pattern.test(value)
}

/** Returns the shape of a value that may be missing. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value)
}

/** Returns the shape of a list. */
export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(shape)
}

/** Returns the shape of an object whose keys are not known. */
export function recordOf<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return (value): value is Record<string, T> => isRecord(value) && Object.values(value).every(shape)
}

/** Returns the shape of an object. Other keys are allowed: peers may be newer. */
export function objectOf<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  return (value): value is ObjectOf<F> =>
    isRecord(value) &&
    Object.entries(fields).every(([key, shape]) =>
      shape(Object.hasOwn(value, key) ? value[key] : undefined),
    )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON. Returns `undefined` when it is malformed or has another shape. */
export function parseJson<T>(text: string, shape: Shape<T>): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return shape(value) ? value : undefined
  } catch {
    return undefined
  }
}
