import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect, test } from 'vitest'
import { checkPlan, SIZES } from './check-plan.ts'
import { readFigures } from './figures.ts'
import { formatPlans } from './format-plan.ts'
import { replaceTables } from './replace-tables.ts'

test('the tables of docs/scale.md are fresh (npm run capacity -- --write)', async () => {
  const figures = await readFigures()
  const plans = SIZES.map((players) => checkPlan(players, figures))
  const document = await readFile(join(repositoryRoot, 'docs/scale.md'), 'utf8')
  expect(document).toBe(replaceTables(document, formatPlans(plans, figures)))
})
