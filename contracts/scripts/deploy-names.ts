// Deploys the resolver of names to the chain set in the environment. Without --send it only checks and prints the plan.
import { deployNames, readNamesPlan } from '../deploy/deploy-names.ts'
import { runDeployment } from './run-deployment.ts'

await runDeployment('deploy:names', () => {
  const plan = readNamesPlan(process.env)
  return (isSending, print) => deployNames({ plan, isSending, print })
})
