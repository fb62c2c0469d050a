import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Preloads the app's chunks and styles in index.html, so that they download while the logo is painted;
 * otherwise the browser would discover them only when main.tsx runs. Their low priority keeps them
 * behind what the logo needs: on a slow connection it is painted a second earlier.
 *
 * @param appEntry - Module that main.tsx imports to mount the app, relative to the project root.
 */
export function preloadApp(appEntry: string): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(appEntry)))
        const files = app
          ? [app.fileName, ...app.imports].filter((file) => !html.includes(file))
          : []
        throwIfLate(chunks, files, html)
        const styles = chunks
          .filter(({ fileName }) => files.includes(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return [
          ...files.map((file) =>
            linkTag({ rel: 'modulepreload', href: `/${file}`, fetchpriority: 'low' }),
          ),
          ...styles.map((file) => linkTag({ rel: 'preload', as: 'style', href: `/${file}` })),
        ]
      },
    },
  }
}

/**
 * Refuses a start that discovers a chunk only when it runs: modules of the start import what only their later callers need.
 *
 * @throws with the names of the chunks. A file for what needs them keeps it out of the start.
 */
function throwIfLate(
  chunks: readonly Rolldown.OutputChunk[],
  files: readonly string[],
  html: string,
): void {
  for (const { fileName, imports } of chunks) {
    if (!files.includes(fileName)) continue
    const late = imports.filter((file) => !files.includes(file) && !html.includes(file))
    if (late.length > 0)
      throw new Error(`${fileName} imports ${late.join(', ')}, which nothing preloads`)
  }
}

function linkTag(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
