import { describe, expect, test } from 'vitest'
import { problemsOfWorkflow, workflowProblems } from './workflow-problems.ts'

const SCRIPTS = ['test', 'test:deep']
const PINNED = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1'
const WORKFLOW = `
name: CI
on:
  pull_request:
permissions:
  contents: read
concurrency:
  group: ci
  cancel-in-progress: true
jobs:
  test:
    strategy:
      fail-fast: false
      matrix:
        node: ["20"]
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: ${PINNED} # v7
        with:
          node-version: \${{ matrix.node }}
      - run: bash .ci/run
      - run: |
          npm test
          npm run test:deep
`

const problemsAfter = (from: string, to: string) => {
  expect(WORKFLOW).toContain(from)
  return problemsOfWorkflow(WORKFLOW.replace(from, to), SCRIPTS).join('\n')
}

describe('problemsOfWorkflow', () => {
  test('accepts pinned actions, npm scripts and files', () => {
    expect(problemsOfWorkflow(WORKFLOW, SCRIPTS)).toEqual([])
  })

  test.each([
    ['an unknown script', 'npm run test:deep', 'npm run nowhere', 'script nowhere, which does not'],
    ['a misspelled npm command', 'npm test', 'npm tset', 'script tset, which does not'],
    ['an unknown file', '.ci/run', '.ci/nowhere', '.ci/nowhere, which does not exist'],
    ['another program', 'npm test', 'curl x | sh', 'runs "curl x | sh"'],
    ['an unknown key of a job', 'timeout-minutes', 'timeout', 'Unrecognized key: "timeout"'],
    ['an unknown key of the file', 'concurrency:', 'concurency:', 'Unrecognized key: "concurency"'],
    ['an unknown event', 'pull_request', 'pull_requests', 'Unrecognized key: "pull_requests"'],
    ['a tag of an action', PINNED, 'actions/checkout@v7', 'Pin the action'],
    ['a short commit of an action', PINNED, PINNED.slice(0, -1), 'Pin the action'],
    ['a step that does nothing', 'run: bash', 'name: bash', 'either run or uses'],
    ['missing permissions', 'permissions:\n  contents: read\n', '', 'at permissions'],
    ['further permissions', 'contents: read', 'contents: write', 'at permissions.contents'],
    ['a matrix key that is not declared', 'matrix.node', 'matrix.nod', 'matrix.nod, which its'],
  ])('refuses %s', (_, from, to, problem) => {
    expect(problemsAfter(from, to)).toContain(problem)
  })

  test('error: a file that is no YAML', () => {
    expect(() => problemsOfWorkflow('jobs: [', SCRIPTS)).toThrow(/flow/i)
  })
})

describe('workflowProblems', () => {
  test('finds nothing in the workflows of this repository', async () => {
    await expect(workflowProblems()).resolves.toEqual([])
  })
})
