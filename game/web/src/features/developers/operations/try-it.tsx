import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { LongText } from '../code-block.tsx'
import styles from '../developers.module.css'
import type { ApiOperation } from './operations-of.ts'
import { firstBody, type TriedResponse, tryOperation } from './try-operation.ts'

/** A form that sends one operation to this installation. */
export function TryIt({ operation }: { operation: ApiOperation }) {
  const [parameters, setParameters] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => firstBody(operation))
  const running = useRef<AbortController>(null)
  const attempt = useMutation({
    mutationFn: () => {
      running.current?.abort()
      running.current = new AbortController()
      return tryOperation(operation, { parameters, body }, running.current.signal)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate()
  }
  return (
    <form className={styles['try']} onSubmit={submit}>
      {operation.parameters.map(({ name, isRequired }) => (
        <ParameterField
          key={name}
          name={name}
          isRequired={isRequired}
          value={parameters[name] ?? ''}
          onValue={(value) => setParameters({ ...parameters, [name]: value })}
        />
      ))}
      {operation.body !== null && <BodyField body={body} onBody={setBody} />}
      <Button type="submit" isPending={attempt.isPending}>
        Try it
      </Button>
      <div role="status" className={styles['response']}>
        {attempt.data !== undefined && <Response {...attempt.data} />}
        {attempt.isError && <p>No response: {attempt.error.message}</p>}
      </div>
    </form>
  )
}

type ParameterFieldProps = {
  name: string
  isRequired: boolean
  value: string
  onValue: (value: string) => void
}

function ParameterField({ name, isRequired, value, onValue }: ParameterFieldProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>
        <code>{name}</code>
        {isRequired ? '' : ' (optional)'}
      </label>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        required={isRequired}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  )
}

function BodyField({ body, onBody }: { body: string; onBody: (body: string) => void }) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>Body, JSON</label>
      <textarea
        id={id}
        rows={Math.min(10, body.split('\n').length + 1)}
        autoComplete="off"
        spellCheck={false}
        value={body}
        onChange={(event) => onBody(event.target.value)}
      />
    </div>
  )
}

function Response({ status, statusText, tookMs, text }: TriedResponse) {
  return (
    <>
      <p>
        <b className={styles[status < 400 ? 'good' : 'bad']}>
          {status} {statusText}
        </b>{' '}
        after {tookMs} ms
      </p>
      {text !== '' && <LongText name="Response" text={text} />}
    </>
  )
}
