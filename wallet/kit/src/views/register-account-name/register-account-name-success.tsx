import { fill } from '@bullring/wire/text/fill'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { NAME_MESSAGES } from './name-messages.ts'

/** The name is registered. */
export function RegisterAccountNameSuccess({ data: { name } }: { data: { name: string } }) {
  const { router } = useKit()
  const messages = useMessages('names', NAME_MESSAGES)
  return (
    <div className={layout['view']}>
      <Note icon="check" title={messages.done} detail={fill(messages.doneDetail, { name })} />
      <Button size="large" isWide onClick={() => router.reset('Account')}>
        {messages.letsGo}
      </Button>
    </div>
  )
}
