import { type Profiler, Session } from 'node:inspector/promises'
import { repositoryRoot } from '../repository-root.ts'

const TEST_CODE = /\/testing\/|\.test\.tsx?$/

/** Returns the files below `folder`, a path in the repository, with a named function that runs during `act`. Tests do not count. */
export async function filesRunBy(
  act: () => Promise<void>,
  folder: string,
): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await act()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = result.filter(hasRun).map(({ url }) => pathOf(url))
    return files.filter((file) => file.startsWith(folder) && !TEST_CODE.test(file)).toSorted()
  } finally {
    session.disconnect()
  }
}

function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(
    ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
  )
}

/** The path in the repository, without the scheme that the test runner may put before it; empty for foreign files. */
const pathOf = (url: string) =>
  url.includes(repositoryRoot) ? url.slice(url.indexOf(repositoryRoot) + repositoryRoot.length) : ''
