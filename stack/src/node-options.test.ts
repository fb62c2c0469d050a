import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeOptionsOf } from './node-options.ts'
import { repositoryRoot } from './repository-root.ts'

const read = (path: string) => readFile(join(repositoryRoot, path), 'utf8')
const other = nodeOptionsOf('relay', {}).join(' ')
const game = nodeOptionsOf('game', {}).join(' ')
const stream = nodeOptionsOf('game', { GAME_ROLES: 'stream' }).join(' ')
/** Programs of the other services, as they begin. */
const PROGRAMS = [
  'wallet/service/',
  'login/custody/',
  'login/vault/',
  'accounts/bundler/',
  'walletconnect/relay/',
]

describe('nodeOptionsOf', () => {
  test('gives other nodes of the game more space for new objects', () => {
    expect(stream).not.toBe(game)
    expect(nodeOptionsOf('game', { GAME_ROLES: 'api,stream' }).join(' ')).toBe(game)
    expect(nodeOptionsOf('wallet', {}).join(' ')).toBe(other)
  })

  test('returns the options that Docker and the documents have', async () => {
    for (const program of PROGRAMS) {
      expect(await read('compose.yaml')).toContain(`["node", "${other}", "${program}`)
    }
    expect(await read('docs/configuration.md')).toContain(`\`node ${other} walletconnect/relay/`)
    expect(await read('docs/configuration.md')).toContain(`\`node ${other} accounts/bundler/`)
    expect(await read('docs/cluster.md')).toContain(`\n   NODE_OPTIONS=${other}\n`)
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
