import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { environment } from './environment.mjs'

const TIMEOUT_MS = 30 * 60_000

/** Ends npm with this process: an npm left behind would go on writing into the folder that the next start installs. */
const END_WITH_PARENT =
  'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGKILL"));process.channel.unref()'

/**
 * Runs this machine's npm with `node` in `folder`.
 *
 * @returns Its exit code, null if it could not run or took too long, and what it printed.
 */
export function runNpm(node, folder, args) {
  const script = npmScript()
  const [command, first] =
    script === null ? ['npm', []] : [node, ['--import', END_WITH_PARENT, script]]
  const child = spawn(command, [...first, ...args, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit', ...(script === null ? [] : ['ipc'])],
    env: { ...machineSettings(script), ...environment(node) },
    shell: script === null && process.platform === 'win32',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, stdout }))
    child.once('close', (code) => resolve({ code, stdout }))
  })
}

/** npm looks for the machine's npmrc beside the Node that runs it: with ours, it would miss registry and certificates. */
function machineSettings(script) {
  if (script === null) return {}
  return { npm_config_globalconfig: join(script, '../../../../../etc/npmrc') }
}

/** Returns the program of the npm that runs this, or of the first on the PATH; pnpm and yarn set npm_execpath too. */
function npmScript() {
  const { npm_execpath: running = '', PATH = '' } = process.env
  const first = PATH.split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find(existsSync)
  const scripts = [running, first ?? '']
    .filter(existsSync)
    .map((place) => realpathSync(place))
    .filter((path) => basename(path) === 'npm-cli.js')
  return scripts[0] ?? null
}
