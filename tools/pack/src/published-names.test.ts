import { expect, test } from 'vitest'
import { publishedNames } from './published-names.ts'

const DECLARATION = `import type { Session } from './session.js';
export type { Session, Inner as Outer };
export type Options = {
    url: string;
};
type Hidden = string;
export declare function open(options: Options): Hidden;
export declare class OpenError extends Error {
}
export {};
`

test('lists what each entry point exports', () => {
  const declarations = {
    entries: new Map([['open', 'types/open.d.ts']]),
    files: new Map([['types/open.d.ts', DECLARATION]]),
  }
  expect(publishedNames('@a/client', declarations)).toBe(`@a/client/open OpenError
@a/client/open Options
@a/client/open Outer
@a/client/open Session
@a/client/open open
`)
})
