import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeOptionsOf } from './node-options.ts'
import { repositoryRoot } from './repository-root.ts'

const read = (path: string) => readFile(join(repositoryRoot, path), 'utf8')
const relay = nodeOptionsOf('relay', {}).join(' ')
const stream = nodeOptionsOf('game', { GAME_ROLES: 'stream' }).join(' ')

describe('nodeOptionsOf', () => {
  test('leaves other nodes of the game at the defaults of Node', () => {
    expect(nodeOptionsOf('game', {})).toEqual([])
    expect(nodeOptionsOf('game', { GAME_ROLES: 'api,stream' })).toEqual([])
  })

  test('returns the options that Docker and the documents have', async () => {
    expect(await read('compose.yaml')).toContain(`["node", "${relay}", "services/relay/`)
    expect(await read('docs/configuration.md')).toContain(`\`node ${relay} services/relay/`)
    expect(await read('ops/cluster/compose.yaml')).toContain(
      `GAME_ROLES: stream, NODE_OPTIONS: ${stream} }`,
    )
    expect(await read('docs/cluster.md')).toContain(
      `\`GAME_ROLES=stream\`, \`NODE_OPTIONS=${stream}\``,
    )
  })
})
