const PART = '### For users of the packages'

/** Returns the parts of the product's changelog for users of the packages, version by version. */
export function packageChangelog(changelog: string): string {
  const [, ...versions] = changelog.split(/^(?=## )/m)
  const parts = versions.flatMap((version) => {
    const [heading = '', ...rest] = version.split(/^(?=### )/m)
    const part = rest.find((text) => text.startsWith(`${PART}\n`))
    const title = heading.slice(0, heading.indexOf('\n'))
    return part === undefined ? [] : [title, part.slice(PART.length).replaceAll(/^####/gm, '###')]
  })
  return `${['# Changelog', ...parts.map((part) => part.trim())].join('\n\n')}\n`
}
