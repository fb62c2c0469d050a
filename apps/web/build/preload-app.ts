import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * The page names the app's files from the start, so that they are on their way while the opening mark
 * is painted; otherwise the browser would learn of them only when main.tsx asks. What the mark itself
 * needs comes before them: on a slow line it is painted a second earlier.
 *
 * @param opening - Module that main.tsx imports to open the app, relative to the project's root.
 */
export function preloadApp(opening: string): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(opening)))
        const files = app
          ? [app.fileName, ...app.imports].filter((file) => !html.includes(file))
          : []
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

function linkTag(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
