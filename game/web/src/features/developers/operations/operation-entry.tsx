import { useState } from 'react'
import styles from '../developers.module.css'
import type { ApiOperation, Field } from './operations-of.ts'
import { TryIt } from './try-it.tsx'

/** One operation: a line that opens to its fields, its errors and a form to try it. */
export function OperationEntry({ operation }: { operation: ApiOperation }) {
  const { method, path, summary } = operation
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className={styles['operation']}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles['method']}>{method}</span> <code>{path}</code>
        <span className={styles['summary']}>{summary}</span>
      </summary>
      {isOpen && <Description operation={operation} />}
    </details>
  )
}

function Description({ operation }: { operation: ApiOperation }) {
  const { parameters, body, response, errors } = operation
  const isStream = response.type === 'text/event-stream'
  return (
    <div className={styles['description']}>
      {parameters.length > 0 && <Fields title="Parameters" fields={parameters} />}
      {body !== null && <Fields title="Body" fields={body} />}
      <h3>
        Response <span className={styles['note']}>{response.type}</span>
      </h3>
      {response.fields.length > 0 ? (
        <FieldList fields={response.fields} />
      ) : (
        <p className={styles['type']}>
          <code>{response.text}</code>
        </p>
      )}
      {errors.length > 0 && (
        <>
          <h3>Errors</h3>
          <ul className={styles['errors']}>
            {errors.map(({ status, description }) => (
              <li key={status}>
                {status} {description}
              </li>
            ))}
          </ul>
        </>
      )}
      {isStream ? (
        <p>
          <a href="#live">Try it under “Live events”</a>
        </p>
      ) : (
        <TryIt operation={operation} />
      )}
    </div>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <>
      <h3>{title}</h3>
      {fields.length === 0 ? <p>No fields.</p> : <FieldList fields={fields} />}
    </>
  )
}

function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={styles['fields']}>
      {fields.map(({ name, type, isRequired, initial }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{type}</code>
            {initial !== null && <span>, by default {initial}</span>}
            {!isRequired && initial === null && <span>, optional</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
