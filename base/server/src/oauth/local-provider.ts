import { WebUrl } from '../config/env-fields.ts'
import { isLoopbackHost } from '../http/site-hosts.ts'

/** URL of a provider on this machine that stands in for all social sites. */
export const LocalProviderUrl = WebUrl.refine(
  (url) => isLoopbackHost(new URL(url).host),
  'must be on this machine: it stands in for all providers',
)
