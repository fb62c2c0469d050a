import { findLibc } from './find-libc.mjs'

// Settings of npm that decide which files an installation consists of. Those of the user's environment and npmrc
// files must not: a setting in the environment wins over every npmrc file. Registry, proxies, certificates, logins
// and cache remain the user's.
const SETTINGS = {
  include: 'dev\n\noptional\n\npeer',
  ignore_scripts: 'false',
  dangerously_allow_all_scripts: 'false',
  strict_allow_scripts: 'false',
  before: 'null',
  min_release_age: '0',
  bin_links: 'true',
  dry_run: 'false',
  global: 'false',
  location: 'project',
  global_style: 'false',
  legacy_bundling: 'false',
  install_strategy: 'hoisted',
  package_lock_only: 'false',
  legacy_peer_deps: 'false',
  strict_peer_deps: 'false',
  workspaces: 'null',
  os: process.platform,
  cpu: process.arch,
  libc: findLibc(),
  umask: '0',
  // npm takes a blank as unset; it ignores an empty variable.
  script_shell: ' ',
  node_options: ' ',
}

/** Lists, which the environment can only add to, what npm refuses there, and what depends on Node. */
const OTHERS = ['allow_scripts', 'nodedir', 'omit', 'workspace']

/**
 * Returns `env` with our settings of npm in place of the user's.
 *
 * @param nodeFolder - Folder with the headers of the Node that runs npm: the machine may name those of another version.
 */
export function withNpmSettings(env, nodeFolder) {
  const kept = Object.entries(env).filter(([name]) => !isOurs(settingOf(name)))
  const ours = Object.entries({ ...SETTINGS, nodedir: nodeFolder })
  return Object.fromEntries([
    ...kept,
    ...ours.map(([name, value]) => [`npm_config_${name}`, value]),
  ])
}

/** Returns true for a setting, named with underscores, that we decide. */
export function isOurs(name) {
  return Object.hasOwn(SETTINGS, name) || OTHERS.includes(name)
}

/** Returns the setting that a variable sets; npm reads `NPM_CONFIG_DRY-RUN` too. */
function settingOf(variable) {
  const [, name = ''] = /^npm_config_(.*)$/.exec(variable.toLowerCase().replaceAll('-', '_')) ?? []
  return name
}
