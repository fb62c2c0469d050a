/** Apps that may embed the frame: project ids with the origins of their pages. */
export type Projects = ReadonlyMap<string, readonly string[]>

/**
 * Parses `id=https://a.example,https://b.example;other=https://c.example`.
 *
 * @returns Null when the text is invalid or empty.
 */
export function parseProjects(text: string): Projects | null {
  const projects = new Map<string, readonly string[]>()
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [, id, urls] = /^\s*([\w-]{1,64})=(\S+)\s*$/.exec(part) ?? []
    const origins = urls?.split(',').map(originOf) ?? []
    if (id === undefined || origins.includes(null) || projects.has(id)) return null
    projects.set(
      id,
      origins.filter((origin) => origin !== null),
    )
  }
  return projects.size === 0 ? null : projects
}

/** Returns null unless the text is the URL of a site's root. */
function originOf(text: string): string | null {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url !== null && isWeb && url.href === `${url.origin}/` ? url.origin : null
}
