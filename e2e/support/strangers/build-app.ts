import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { install } from '../kit/fresh-apps.ts'
import type { Kit } from './kits.ts'

const PAGES = join(repositoryRoot, 'e2e/strangers')
const VITE = join(repositoryRoot, 'node_modules/vite/bin/vite.js')

/** Installs a kit below `folder`, and builds its page with the document's configuration. Returns the folder to serve. */
export async function buildApp(
  { name, page, packages, overrides = {} }: Kit,
  { folder, viteConfig }: { folder: string; viteConfig: string },
): Promise<string> {
  const cwd = join(folder, name.replaceAll(/\W/g, '-'))
  await mkdir(cwd)
  const manifest = { name: 'their-app', private: true, type: 'module', overrides }
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  await install(cwd, packages)
  await cp(PAGES, cwd, { recursive: true })
  await writeFile(join(cwd, 'vite.config.js'), viteConfig)
  await writeFile(join(cwd, 'index.html'), indexOf(page))
  await promisify(execFile)(process.execPath, [VITE, 'build', '--logLevel', 'error'], { cwd })
  return join(cwd, 'dist')
}

function indexOf(page: string): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Their app</title></head>
  <body><div id="root"></div><script type="module" src="./${page}"></script></body>
</html>
`
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves an app. */
export async function serveApp(folder: string, port: number): Promise<AsyncDisposable> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page')
    const file = normalize(pathname === '/' ? '/index.html' : pathname)
    const content = await readFile(join(folder, file)).catch(() => null)
    if (content === null) return void response.writeHead(404).end()
    response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'text/plain')
    response.end(content)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
