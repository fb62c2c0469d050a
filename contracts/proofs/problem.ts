import type { Arithmetic, Value } from './evaluate.ts'
import { integers } from './integers.ts'

const WORD = 2n ** 256n

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=']
const LITERAL = /^(?:true|false|-?\d+)$/
const CONNECTIVES: Record<string, string> = {
  '==': '=',
  '!=': 'distinct',
  '&&': 'and',
  '||': 'or',
  '%': 'mod',
}

/** Arithmetic of the solver: collects the known facts of the terms, as a script in SMT-LIB. */
export class Problem implements Arithmetic<string> {
  readonly #known: string[] = []
  /** Conditions of the branch under way. */
  #path: readonly string[] = []
  readonly #quotients = new Map<string, string>()
  /** Conditions under which no operation so far overflows or divides by zero. */
  readonly safety: string[] = []

  integer(name: string): string {
    this.#known.push(`(declare-const ${name} Int)`)
    return name
  }

  boolean(name: string): void {
    this.#known.push(`(declare-const ${name} Bool)`)
  }

  assume(condition: string): void {
    this.#known.push(`(assert ${condition})`)
  }

  literal(value: bigint): string {
    return String(value)
  }

  apply(operator: string, operands: readonly string[]): string {
    if (operator === '!') return `(not ${operands.join(' ')})`
    if (COMPARISONS.includes(operator) && operands.every(isLiteral))
      return compare(operator, operands)
    const [left = '', right = ''] = operands
    if (operator === '/') return this.#divide(left, right)
    const term = `(${CONNECTIVES[operator] ?? operator} ${left} ${right})`
    if (['+', '-', '*'].includes(operator)) this.#oblige(`(<= 0 ${term} ${WORD - 1n})`)
    return term
  }

  choose(
    condition: string,
    whenTrue: () => Value<string>,
    whenFalse: () => Value<string>,
  ): Value<string> {
    if (isLiteral(condition)) return condition === 'true' ? whenTrue() : whenFalse()
    const yes = this.#under(condition, whenTrue)
    const no = this.#under(`(not ${condition})`, whenFalse)
    return merge(condition, yes, no)
  }

  require(condition: string): void {
    this.assume(this.#onPath(condition))
  }

  /** Returns a script that asserts all assumptions, and one more. */
  scriptWith(condition: string): string {
    return [...this.#known, `(assert ${condition})`].join('\n')
  }

  /** The solver knows integers only: the quotient is the number that leaves a remainder from 0 to the divisor. */
  #divide(dividend: string, divisor: string): string {
    this.#oblige(`(distinct ${divisor} 0)`)
    const division = `${dividend} / ${divisor}`
    const known = this.#quotients.get(division)
    if (known !== undefined) return known
    const quotient = `quotient-${this.#quotients.size}`
    this.#quotients.set(division, quotient)
    this.integer(quotient)
    const rest = `(- ${dividend} (* ${divisor} ${quotient}))`
    this.assume(`(=> (< 0 ${divisor}) (<= 0 ${rest} (- ${divisor} 1)))`)
    return quotient
  }

  #oblige(condition: string): void {
    this.safety.push(this.#onPath(condition))
  }

  #onPath(condition: string): string {
    return this.#path.length === 0 ? condition : `(=> (and ${this.#path.join(' ')}) ${condition})`
  }

  #under<V>(condition: string, run: () => V): V {
    const outer = this.#path
    this.#path = [...outer, condition]
    try {
      return run()
    } finally {
      this.#path = outer
    }
  }
}

function isLiteral(term: string): boolean {
  return LITERAL.test(term)
}

/** Compares literals, so that the solver sees only the branch that is taken. */
function compare(operator: string, literals: readonly string[]): string {
  const values = literals.map((literal) =>
    BigInt(literal === 'true' || (literal !== 'false' && literal)),
  )
  return String(integers.apply(operator, values) === 1n)
}

function merge(condition: string, yes: Value<string>, no: Value<string>): Value<string> {
  if (yes === no) return yes
  if (typeof yes === 'string' && typeof no === 'string') return `(ite ${condition} ${yes} ${no})`
  if (Array.isArray(yes) && Array.isArray(no)) {
    return yes.map((value, index) => merge(condition, value, no[index]))
  }
  throw new Error('Both branches must have results of one shape.')
}
