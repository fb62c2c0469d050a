import { describe, expect, test } from 'vitest'
import { missingPlaces, namedPlaces } from './missing-places.ts'

const DOCUMENT = `# The game

\`\`\`
node \`not/read.ts\`
\`\`\`

A block is read by \`indexer/sync.ts\`; \`/wallet/v1\`, \`@bullring/game/a\` and \`npm run a/b\` are no files.

| To change | Look in |
|---|---|
| rounds | \`market/{bullring,pancake}-rules.ts\`, selected in \`market/market.ts\` |
| POST /api/x | \`game/api/src/x.ts\`, \`<feature>/a.ts\`, \`name\` |
`

describe('namedPlaces', () => {
  test('lists the files of text and tables', () => {
    expect(namedPlaces(DOCUMENT)).toEqual([
      'indexer/sync.ts',
      'market/bullring-rules.ts',
      'market/pancake-rules.ts',
      'market/market.ts',
    ])
  })
})

describe('missingPlaces', () => {
  test('finds every place that the documents of products name', async () => {
    expect(await missingPlaces()).toEqual([])
  })
})
