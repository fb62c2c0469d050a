import { WebUrl } from '@bullring/server/config/env-fields'
import { isLoopbackHost } from '@bullring/server/http/site-hosts'

/** URL of a provider on this machine that stands in for all social sites. */
export const LocalProviderUrl = WebUrl.refine(
  (url) => isLoopbackHost(new URL(url).host),
  'must be on this machine: it stands in for all providers',
)
