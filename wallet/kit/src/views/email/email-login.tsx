import { EmailField } from '#react/login/email-field.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'

/** The email field alone, for apps that have their own button for it. */
export function EmailLogin() {
  return (
    <ScrollList>
      <EmailField />
    </ScrollList>
  )
}
