import { describe, expect, test } from 'vitest'
import { missingPlaces, namedPlaces } from './missing-places.ts'

const DOCUMENT = `# Architecture

| elsewhere | \`not/read.ts\` |

## Where is it?

**Game service** (\`game/service/src/\`)

| Behaviour | Place |
|---|---|
| rounds | \`market/{bullring,pancake}-rules.ts\`, selected in \`market/market.ts\` |
| POST /api/x | \`game/api/src/x.ts\`, \`<feature>/a.ts\`, \`npm run a/b\`, \`name\` |

**Tools**

| Behaviour | Place |
|---|---|
| start | \`stack/src/stack.ts\` |

## Rules

| not read | \`either/this.ts\` |
`

describe('namedPlaces', () => {
  test('lists the files of each table with its folder', () => {
    expect(namedPlaces(DOCUMENT)).toEqual([
      { folder: 'game/service/src/', path: 'market/bullring-rules.ts' },
      { folder: 'game/service/src/', path: 'market/pancake-rules.ts' },
      { folder: 'game/service/src/', path: 'market/market.ts' },
      { folder: '', path: 'stack/src/stack.ts' },
    ])
  })
})

describe('missingPlaces', () => {
  test('finds every place of ARCHITECTURE.md in the repository', async () => {
    expect(await missingPlaces()).toEqual([])
  })
})
