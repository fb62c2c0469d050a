import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** The instructions of docs/own-apps.md, word for word. */
export type OwnApps = {
  /** Variables of `npm start`, with those of docs/going-live.md that they build on. */
  settings: Readonly<Record<string, string>>
  /** Ports that the proxy passes hosts to. */
  proxied: ReadonlyMap<string, number>
  /** Vite's configuration. */
  viteConfig: string
}

/** Variables of docs/going-live.md that an installation behind a proxy needs. */
const OF_GOING_LIVE = ['GAME_PUBLIC_URL', 'TRUST_PROXY', 'VAULT_PUBLIC_URL'] as const

const VARIABLE = /^([A-Z_]+)="?(.*?)"?$/gm
const SITE = /^(\S+) \{\n\treverse_proxy 127\.0\.0\.1:(\d+)/gm

/** Reads the documents. */
export async function readOwnApps(): Promise<OwnApps> {
  const own = await readFile(join(repositoryRoot, 'docs/own-apps.md'), 'utf8')
  const live = await readFile(join(repositoryRoot, 'docs/going-live.md'), 'utf8')
  const general = variablesOf(blocksOf(live, 'sh').join('\n'))
  const chosen = OF_GOING_LIVE.map((name) => [name, required(general[name], name)] as const)
  const settings = Object.fromEntries(chosen)
  const sites = blocksOf(own, '').flatMap((block) => [...block.matchAll(SITE)])
  return {
    settings: Object.assign(settings, variablesOf(blocksOf(own, 'sh').join('\n'))),
    proxied: new Map(sites.map(([, host = '', port]) => [host, Number(port)])),
    viteConfig: required(blocksOf(own, 'js')[0], 'configuration of Vite'),
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

function required(text: string | undefined, name: string): string {
  if (text === undefined) throw new Error(`The documents have no ${name}`)
  return text
}
