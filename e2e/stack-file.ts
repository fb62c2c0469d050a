import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the stack under test writes how to reach its chain. */
export const stackFile = join(tmpdir(), 'bullring-e2e-stack.json')
