import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useId, useState } from 'react'
import { labelProblem } from '#core/names/label-problem.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useNameZone } from '#react/account/use-name-zone.ts'
import { useMessages } from '#react/kit-context.ts'
import { useDebounced } from '#react/use-debounced.ts'
import { Button } from '#ui/button/button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import layout from '#ui/layout.module.css'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { NAME_MESSAGES } from './name-messages.ts'
import styles from './register-account-name.module.css'
import { useNameLookup } from './use-name-lookup.ts'
import { useRegisterName } from './use-register-name.ts'

/** A name is looked up when the visitor has stopped typing for this long. */
const DEBOUNCE_MS = 500

/** Registers a name for the account. */
export function RegisterAccountName() {
  const messages = useMessages('names', NAME_MESSAGES)
  const { service } = useAccountDeps()
  const zone = useNameZone()
  if (service === null || zone === null) {
    return <Note icon="badge" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  if (zone === undefined) {
    return (
      <div className={layout['view']} role="status" aria-label={messages.loading}>
        <SkeletonRows count={2} />
      </div>
    )
  }
  return <NameForm service={service} zone={zone} />
}

function NameForm({ service, zone }: { service: WalletService; zone: string }) {
  const messages = useMessages('names', NAME_MESSAGES)
  const id = useId()
  const [label, setLabel] = useState('')
  const settled = useDebounced(label, DEBOUNCE_MS)
  const problem = labelProblem(label)
  const lookup = useNameLookup(service, zone, labelProblem(settled) === null ? settled : null)
  const { isRegistering, register } = useRegisterName(service)
  const isSettled = problem === null && settled === label
  const canRegister = isSettled && lookup.data === 'available' && lookup.error === null
  const submit = () => canRegister && register(`${label.toLowerCase()}.${zone}`)
  return (
    <form
      className={layout['view']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={styles['hint']}>{messages.hint}</p>
      <div className={styles['box']}>
        <label className={text['fieldLabel']} htmlFor={id}>
          {messages.label}
        </label>
        <div className={styles['line']}>
          <input
            id={id}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={label}
            aria-invalid={problem === 'characters' || problem === 'tooLong'}
            onChange={(event) => setLabel(event.target.value.trim())}
          />
          <span>.{zone}</span>
        </div>
      </div>
      <p className={styles['status']} role="status">
        {label !== '' && problem !== null && messages[problem]}
        {problem === null && (isSettled ? <Status lookup={lookup} /> : messages.checking)}
      </p>
      {isSettled && lookup.suggestions.length > 0 && (
        <section aria-label={messages.suggestions} className={styles['suggestions']}>
          {lookup.suggestions.map((name) => (
            <TextButton key={name} onClick={() => setLabel(name)}>
              {name}
            </TextButton>
          ))}
        </section>
      )}
      {isSettled && lookup.haveSuggestionsFailed && (
        <p className={styles['status']}>{messages.suggestionsFailed}</p>
      )}
      <Button size="large" isWide isBusy={isRegistering} isDisabled={!canRegister} onClick={submit}>
        {isRegistering ? messages.sign : messages.register}
      </Button>
    </form>
  )
}

/** A failed look-up is not "Available". A refused name shows the reason. */
function Status({ lookup }: { lookup: ReturnType<typeof useNameLookup> }) {
  const messages = useMessages('names', NAME_MESSAGES)
  const { data, error, isFetching, refetch } = lookup
  if (isFetching) return messages.checking
  if (error === null) return data === undefined ? null : messages[data]
  const isRefused = error instanceof ApiProblemError && !error.isRetryable
  if (isRefused && error.detail !== null) return error.detail
  return (
    <>
      {messages.lookupFailed}{' '}
      <TextButton icon="refresh" onClick={() => void refetch()}>
        {messages.retry}
      </TextButton>
    </>
  )
}
