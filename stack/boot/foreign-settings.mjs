import { isOurs } from './npm-settings.mjs'
import { runNpm } from './run-npm.mjs'

/** Returns the names of npm's settings of this user and machine that we do not decide. Values may be secrets. */
export async function foreignSettings(node, folder) {
  const { stdout } = await runNpm(node, folder, ['config', 'list'])
  const names = []
  let isForeign = false
  for (const line of stdout.split('\n')) {
    const [, source] = /^; "(\w+)" config from/.exec(line) ?? []
    if (source !== undefined) isForeign = source !== 'project' && source !== 'cli'
    const [, name = ''] = /^([\w-]+) = /.exec(line) ?? []
    if (isForeign && name !== '' && !isOurs(name.replaceAll('-', '_'))) names.push(name)
  }
  return [...new Set(names)]
}
