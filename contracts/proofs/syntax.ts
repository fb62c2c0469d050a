import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Expression of a Solidity function, in the compiler's syntax tree. */
export type Expression =
  | { nodeType: 'Identifier'; name: string }
  | { nodeType: 'Literal'; value: string; subdenomination?: string }
  | { nodeType: 'UnaryOperation'; operator: string; subExpression: Expression }
  | BinaryOperation
  | Conditional
  | { nodeType: 'TupleExpression'; components: Expression[] }
  | FunctionCall
  | { nodeType: 'MemberAccess'; expression: Expression; memberName: string }
  | { nodeType: 'IndexAccess'; baseExpression: Expression; indexExpression: Expression }
  | { nodeType: 'ElementaryTypeNameExpression'; typeName: TypeName }
  | Assignment

type BinaryOperation = {
  nodeType: 'BinaryOperation'
  operator: string
  leftExpression: Expression
  rightExpression: Expression
}

type Conditional = {
  nodeType: 'Conditional'
  condition: Expression
  trueExpression: Expression
  falseExpression: Expression
}

export type FunctionCall = {
  nodeType: 'FunctionCall'
  expression: Expression
  arguments: Expression[]
  /** Names of arguments in braces, which may have any order. */
  names: string[]
}

export type Assignment = {
  nodeType: 'Assignment'
  operator: string
  leftHandSide: Expression
  rightHandSide: Expression
}

/** `name` is absent for structs and mappings. */
type TypeName = { nodeType: string; name?: string }

export type Variable = {
  nodeType: 'VariableDeclaration'
  name: string
  typeName: TypeName
  constant: boolean
  value?: Expression
}

export type Statement =
  | { nodeType: 'Block' | 'UncheckedBlock'; statements: Statement[] }
  | VariableStatement
  | { nodeType: 'ExpressionStatement'; expression: Expression }
  | { nodeType: 'EmitStatement' }
  | { nodeType: 'Return'; expression: Expression }
  | IfStatement

export type VariableStatement = {
  nodeType: 'VariableDeclarationStatement'
  declarations: (Variable | null)[]
  initialValue: Expression
}

type IfStatement = {
  nodeType: 'IfStatement'
  condition: Expression
  trueBody: Statement
  falseBody?: Statement | null
}

export type FunctionDefinition = {
  nodeType: 'FunctionDefinition'
  kind: string
  name: string
  parameters: { parameters: Variable[] }
  returnParameters: { parameters: Variable[] }
  body: { nodeType: 'Block'; statements: Statement[] }
}

type StructDefinition = { nodeType: 'StructDefinition'; name: string; members: Variable[] }

type Definition = FunctionDefinition | StructDefinition | Variable

type SourceUnit = { nodes: ({ nodeType: string } & { nodes?: Definition[] })[] }

type CompilerOutput = { sources: Record<string, { ast: SourceUnit }> }

const COMPILER = join(import.meta.dirname, '../scripts/solc.mjs')
const OUTPUT_BYTES = 256 * 1024 * 1024

/** A contract as its source says it: functions, constants and structs by name. */
export class Syntax {
  readonly #definitions: readonly Definition[]

  constructor(definitions: readonly Definition[]) {
    this.#definitions = definitions
  }

  /** @throws When the contract has no such function. */
  functionOf(name: string): FunctionDefinition {
    const found = this.#functions().find((definition) => definition.name === name)
    if (found === undefined) throw new Error(`The contract has no function ${name}.`)
    return found
  }

  /** Returns the value of a constant, or undefined if there is none of that name. */
  constantOf(name: string): Expression | undefined {
    return this.#definitions
      .filter((node) => node.nodeType === 'VariableDeclaration')
      .find((node) => node.constant && node.name === name)?.value
  }

  /**
   * Returns the expression that the constructor assigns to a state variable.
   *
   * @throws When it assigns nothing to it.
   */
  initialValueOf(name: string): Expression {
    const creation = this.#functions().find(({ kind }) => kind === 'constructor')
    for (const statement of creation?.body.statements ?? []) {
      if (statement.nodeType !== 'ExpressionStatement') continue
      const { expression } = statement
      if (expression.nodeType !== 'Assignment') continue
      const { leftHandSide: left, rightHandSide } = expression
      if (left.nodeType === 'Identifier' && left.name === name) return rightHandSide
    }
    throw new Error(`The constructor assigns nothing to ${name}.`)
  }

  /**
   * Returns the number of bits of a field.
   *
   * @throws When it is no number.
   */
  bitsOf(struct: string, field: string): number {
    const found = this.#definitions
      .filter((node) => node.nodeType === 'StructDefinition')
      .find((node) => node.name === struct)
    const type = found?.members.find((member) => member.name === field)?.typeName.name
    const bits = type?.match(/^u?int(\d+)$/)?.[1]
    if (bits === undefined) throw new Error(`${struct}.${field} is no number.`)
    return Number(bits)
  }

  /** Returns the names of the functions with an unchecked block. */
  uncheckedFunctions(): string[] {
    return this.#functions()
      .filter((definition) => JSON.stringify(definition.body).includes('"UncheckedBlock"'))
      .map(({ name }) => name)
  }

  #functions(): FunctionDefinition[] {
    return this.#definitions.filter((node) => node.nodeType === 'FunctionDefinition')
  }
}

/**
 * Parses variants of a contract at once, because the compiler takes a second to start.
 *
 * @throws When a source has a syntax error.
 */
export function parseContracts(sources: readonly string[]): Syntax[] {
  const files = sources.map((content, index) => [`${index}.sol`, { content }] as const)
  const settings = { stopAfter: 'parsing', outputSelection: { '*': { '': ['ast'] } } }
  const input = { language: 'Solidity', sources: Object.fromEntries(files), settings }
  const output = execFileSync(process.execPath, [COMPILER, '--standard-json'], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES,
  })
  const { sources: parsed } = JSON.parse(output) as CompilerOutput
  return files.map(([file]) => {
    const ast = parsed[file]?.ast
    if (ast === undefined) throw new Error(`The contract does not compile: ${output}`)
    const contract = ast.nodes.find(({ nodeType }) => nodeType === 'ContractDefinition')
    return new Syntax(contract?.nodes ?? [])
  })
}
