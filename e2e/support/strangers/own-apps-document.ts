import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** The instructions of docs/own-apps.md, word for word. */
export type OwnApps = {
  /** Variables of `npm start`, with those of an installation behind a proxy. */
  settings: Readonly<Record<string, string>>
  /** Ports that the proxy passes hosts to. */
  proxied: ReadonlyMap<string, number>
  /** Vite's configuration. */
  viteConfig: string
}

/** The settings that `npm run setup` writes for the document's hosts, on a local chain. */
const OF_SETUP = {
  GAME_PUBLIC_URL: 'https://bullring.example',
  VAULT_PUBLIC_URL: 'https://vault.bullring.example',
  TRUST_PROXY: '1',
} as const

const VARIABLE = /^([A-Z_]+)="?(.*?)"?$/gm
const SITE = /^(\S+) \{\n\treverse_proxy 127\.0\.0\.1:(\d+)/gm

/** Reads the document. */
export async function readOwnApps(): Promise<OwnApps> {
  const own = await readFile(join(repositoryRoot, 'docs/own-apps.md'), 'utf8')
  const sites = blocksOf(own, '').flatMap((block) => [...block.matchAll(SITE)])
  const [viteConfig] = blocksOf(own, 'js')
  if (viteConfig === undefined) throw new Error('The document has no configuration of Vite')
  return {
    settings: Object.assign({}, OF_SETUP, variablesOf(blocksOf(own, 'sh').join('\n'))),
    proxied: new Map(sites.map(([, host = '', port]) => [host, Number(port)])),
    viteConfig,
  }
}

function blocksOf(document: string, language: string): string[] {
  const fence = /^```(\w*)\n([\s\S]*?)^```$/gm
  return [...document.matchAll(fence)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}

function variablesOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(VARIABLE)].map(([, name = '', value = '']) => [name, value]),
  )
}
