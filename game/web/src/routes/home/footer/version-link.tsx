import { useAppConfig } from '#api/market/app-config.ts'
import { useMessages } from '#i18n/language.ts'
import { HOME_MESSAGES } from '../home-messages.ts'

/** Length of a commit id as git abbreviates it. */
const SHORT_COMMIT = 7

/** The version of this installation. Its changes open beside the game. */
export function VersionLink() {
  const messages = useMessages(HOME_MESSAGES)
  const { version, commit } = useAppConfig().build
  const name = commit === null ? version : `${version} (${commit.slice(0, SHORT_COMMIT)})`
  return (
    <a href="/changelog.txt" target="_blank" rel="noreferrer">
      {messages.version({ version: name })}
    </a>
  )
}
