import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeOptionsOf } from './node-options.ts'
import { repositoryRoot } from './repository-root.ts'

const read = (path: string) => readFile(join(repositoryRoot, path), 'utf8')
const relay = nodeOptionsOf('relay', {}).join(' ')
const game = nodeOptionsOf('game', {}).join(' ')
const stream = nodeOptionsOf('game', { GAME_ROLES: 'stream' }).join(' ')

describe('nodeOptionsOf', () => {
  test('gives other nodes of the game more space for new objects', () => {
    expect(stream).not.toBe(game)
    expect(nodeOptionsOf('game', { GAME_ROLES: 'api,stream' }).join(' ')).toBe(game)
    expect(nodeOptionsOf('wallet', {})).toEqual([])
  })

  test('returns the options that Docker and the documents have', async () => {
    expect(await read('compose.yaml')).toContain(`["node", "${relay}", "walletconnect/relay/`)
    expect(await read('docs/configuration.md')).toContain(`\`node ${relay} walletconnect/relay/`)
    expect(await read('compose.yaml')).toContain(`["node", "${game}", "game/service/`)
    expect(await read('docs/configuration.md')).toContain(`\`node ${game} game/service/`)
    expect(await read('ops/cluster/compose.yaml')).toContain(`\n  NODE_OPTIONS: ${game}\n`)
    expect(await read('docs/cluster.md')).toContain(`\`NODE_OPTIONS=${game}\``)
    expect(await read('ops/cluster/compose.yaml')).toContain(
      `GAME_ROLES: stream, NODE_OPTIONS: ${stream} }`,
    )
    expect(await read('docs/cluster.md')).toContain(
      `\`GAME_ROLES=stream\`, \`NODE_OPTIONS=${stream}\``,
    )
  })
})
