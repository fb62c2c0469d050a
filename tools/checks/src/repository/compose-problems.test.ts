import { describe, expect, test } from 'vitest'
import { missingLimits, problemsIn } from './compose-problems.ts'

const SERVICES = `
services:
  game:
    build: .
    depends_on: { database: { condition: service_healthy } }
  database:
    image: postgres
    volumes: ["database:/data", "./file:/file:ro"]
volumes:
  database:
`

describe('problemsIn', () => {
  test('accepts services whose names are declared', () => {
    expect(problemsIn([SERVICES])).toEqual([])
  })

  test('accepts a file that adds to another one', () => {
    expect(problemsIn([SERVICES, 'services: { game: { profiles: [cluster] } }'])).toEqual([])
  })

  test('refuses a service below another section', () => {
    const misplaced = `${SERVICES}configs:\n  nats:\n    build: .\n`
    expect(problemsIn([misplaced]).join()).toContain('at configs.nats')
  })

  test('refuses names that nothing declares', () => {
    const text = `
services:
  game:
    image: game
    depends_on: { nowhere: { condition: service_healthy } }
    configs: [{ source: missing, target: /file }]
    networks: [default, cluster]
    volumes: ["data:/data"]
  nats:
    profiles: [cluster]
`
    expect(problemsIn([text])).toEqual([
      'game uses the service nowhere, which is not declared',
      'game uses the config missing, which is not declared',
      'game uses the network cluster, which is not declared',
      'game uses the volume data, which is not declared',
      'nats has neither an image nor a build',
    ])
  })
})

describe('missingLimits', () => {
  const LIMITED = `
services:
  game:
    build: .
    command: ["node", "game/service/src/bin/game.ts"]
    mem_limit: 2g
    logging: { driver: json-file, options: { max-size: 10m, max-file: "5" } }
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]`

  test('finds none in a service with all of them, whichever file they are in', () => {
    expect(missingLimits([LIMITED])).toEqual([])
    const further = 'services: { game: { environment: { A: b } } }'
    expect(missingLimits([LIMITED, further])).toEqual([])
  })

  test.each(['mem_limit', 'logging', 'read_only', 'cap_drop', 'security_opt'])(
    'finds a service of ours without %s',
    (limit) => {
      const text = LIMITED.replace(new RegExp(`^ +${limit}:.*$`, 'm'), '')
      expect(missingLimits([text])).toEqual([`game has no ${limit}`])
    },
  )

  test('lets the programs of others write', () => {
    const text = 'services: { database: { image: postgres } }'
    expect(missingLimits([text])).toEqual(['database has no logging', 'database has no mem_limit'])
  })
})
