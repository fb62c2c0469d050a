import type {
  Assignment,
  Expression,
  FunctionCall,
  Statement,
  Syntax,
  Variable,
  VariableStatement,
} from './syntax.ts'

/** Numbers that a function of the contract is evaluated with: integers, or terms of the solver. */
export type Arithmetic<T> = {
  literal(value: bigint): T
  /** One operand for `!`, two for all other operators. */
  apply(operator: string, operands: readonly T[]): T
  choose(condition: T, whenTrue: () => Value<T>, whenFalse: () => Value<T>): Value<T>
  /** The contract reverts unless the condition holds. */
  require(condition: T): void
}

/** A number, a tuple or a struct. */
export type Value<T> = T | readonly Value<T>[] | Fields<T>

/** Variables by name. `f()` is the result of the function f and `a[b]` an entry of a mapping, which replace their code. */
export type Fields<T> = { readonly [name: string]: Value<T> }

/** Arithmetic of other widths would overflow elsewhere. */
const WORDS = ['uint256', 'int256', 'bool']

/** Evaluates functions of a contract. What they write to storage and emit is left out. */
export class Evaluator<T extends bigint | string> {
  readonly #syntax: Syntax
  readonly #arithmetic: Arithmetic<T>
  readonly #state: Fields<T>

  constructor(syntax: Syntax, arithmetic: Arithmetic<T>, state: Fields<T> = {}) {
    this.#syntax = syntax
    this.#arithmetic = arithmetic
    this.#state = state
  }

  /** @throws When the function uses a part of Solidity that is not supported. */
  call(name: string, args: readonly Value<T>[]): Value<T> {
    const { parameters, returnParameters, body } = this.#syntax.functionOf(name)
    let scope: Fields<T> = {}
    for (const [index, parameter] of parameters.parameters.entries()) {
      scope = this.#declare(parameter, args[index], scope)
    }
    const results = returnParameters.parameters.filter((variable) => variable.name !== '')
    for (const result of results) {
      scope = this.#declare(result, this.#arithmetic.literal(0n), scope)
    }
    return this.#run(
      body.statements,
      scope,
      results.map((result) => result.name),
    )
  }

  /** Evaluates an expression outside of functions. */
  evaluate(expression: Expression, scope: Fields<T>): Value<T> {
    switch (expression.nodeType) {
      case 'Identifier':
        return this.#read(expression.name, scope)
      case 'Literal':
        if (expression.subdenomination) return unsupported(expression)
        return this.#arithmetic.literal(BigInt(expression.value.replaceAll('_', '')))
      case 'UnaryOperation':
        if (expression.operator !== '!') return unsupported(expression)
        return this.#apply(expression.operator, [expression.subExpression], scope)
      case 'BinaryOperation':
        return this.#apply(
          expression.operator,
          [expression.leftExpression, expression.rightExpression],
          scope,
        )
      case 'Conditional':
        return this.#arithmetic.choose(
          this.#number(expression.condition, scope),
          () => this.evaluate(expression.trueExpression, scope),
          () => this.evaluate(expression.falseExpression, scope),
        )
      case 'TupleExpression':
        return this.#tuple(expression.components, scope)
      case 'FunctionCall':
        return this.#call(expression, scope)
      case 'MemberAccess':
        return this.#member(expression.expression, expression.memberName, scope)
      case 'IndexAccess':
        return this.#read(
          `${nameOf(expression.baseExpression)}[${nameOf(expression.indexExpression)}]`,
          {},
        )
      default:
        return unsupported(expression)
    }
  }

  /** Each branch runs to the end of the function, so that it may return. */
  #run(statements: readonly Statement[], scope: Fields<T>, results: readonly string[]): Value<T> {
    const [statement, ...rest] = statements
    if (statement === undefined) {
      const values = results.map((name) => this.#read(name, scope))
      return unwrap(values)
    }
    switch (statement.nodeType) {
      case 'Block':
      case 'UncheckedBlock':
        return this.#run([...statement.statements, ...rest], scope, results)
      case 'VariableDeclarationStatement':
        return this.#run(rest, this.#declareAll(statement, scope), results)
      case 'ExpressionStatement':
        return this.#run(rest, this.#execute(statement.expression, scope), results)
      case 'EmitStatement':
        return this.#run(rest, scope, results)
      case 'Return':
        return this.evaluate(statement.expression, scope)
      case 'IfStatement': {
        const { condition, trueBody, falseBody } = statement
        return this.#arithmetic.choose(
          this.#number(condition, scope),
          () => this.#run([trueBody, ...rest], scope, results),
          () => this.#run(falseBody ? [falseBody, ...rest] : rest, scope, results),
        )
      }
      default:
        return unsupported(statement)
    }
  }

  #declareAll({ declarations, initialValue }: VariableStatement, scope: Fields<T>): Fields<T> {
    const value = this.evaluate(initialValue, scope)
    const values = declarations.length === 1 ? [value] : elementsOf(value)
    return declarations.reduce(
      (all, variable, index) =>
        variable === null ? all : this.#declare(variable, values[index], all),
      scope,
    )
  }

  #declare(variable: Variable, value: Value<T> | undefined, scope: Fields<T>): Fields<T> {
    const { name: type } = variable.typeName
    if (type !== undefined && !WORDS.includes(type)) return unsupported(variable)
    return this.#set(variable.name, value, scope)
  }

  #set(name: string, value: Value<T> | undefined, scope: Fields<T>): Fields<T> {
    if (value === undefined) throw new Error(`${name} has no value.`)
    return { ...scope, [name]: value }
  }

  #execute(expression: Expression, scope: Fields<T>): Fields<T> {
    if (expression.nodeType === 'Assignment') return this.#assign(expression, scope)
    if (expression.nodeType !== 'FunctionCall' || nameOf(expression.expression) !== 'require') {
      return unsupported(expression)
    }
    const [condition] = expression.arguments
    if (condition !== undefined) this.#arithmetic.require(this.#number(condition, scope))
    return scope
  }

  #assign({ operator, leftHandSide, rightHandSide }: Assignment, scope: Fields<T>): Fields<T> {
    if (isStorage(leftHandSide)) return scope
    if (operator !== '=') return unsupported(leftHandSide)
    return this.#set(nameOf(leftHandSide), this.evaluate(rightHandSide, scope), scope)
  }

  #read(name: string, scope: Fields<T>): Value<T> {
    const value = scope[name] ?? this.#state[name]
    if (value !== undefined) return value
    const constant = this.#syntax.constantOf(name)
    if (constant === undefined) throw new Error(`${name} has no value.`)
    return this.evaluate(constant, {})
  }

  #apply(operator: string, operands: readonly Expression[], scope: Fields<T>): T {
    return this.#arithmetic.apply(
      operator,
      operands.map((operand) => this.#number(operand, scope)),
    )
  }

  #number(expression: Expression, scope: Fields<T>): T {
    const value = this.evaluate(expression, scope)
    return isNumber(value) ? value : unsupported(expression)
  }

  #tuple(components: readonly Expression[], scope: Fields<T>): Value<T> {
    return unwrap(components.map((component) => this.evaluate(component, scope)))
  }

  #call(call: FunctionCall, scope: Fields<T>): Value<T> {
    if (call.names.length > 0) return unsupported(call)
    if (call.expression.nodeType === 'ElementaryTypeNameExpression') return this.#cut(call, scope)
    const name = nameOf(call.expression)
    return (
      this.#state[`${name}()`] ??
      this.call(
        name,
        call.arguments.map((arg) => this.evaluate(arg, scope)),
      )
    )
  }

  /** A conversion to `uintN` drops the higher bits. */
  #cut(call: FunctionCall, scope: Fields<T>): T {
    const [arg] = call.arguments
    const bits = bitsOf(call.expression)
    if (arg === undefined || bits === undefined) return unsupported(call)
    const size = this.#arithmetic.literal(2n ** bits)
    return this.#arithmetic.apply('%', [this.#number(arg, scope), size])
  }

  #member(expression: Expression, member: string, scope: Fields<T>): Value<T> {
    if (expression.nodeType === 'FunctionCall')
      return this.#arithmetic.literal(largestOf(expression, member))
    const fields = this.evaluate(expression, scope)
    const value = isFields(fields) ? fields[member] : undefined
    return value ?? unsupported(expression)
  }
}

/** Value of `type(uintN).max`. */
function largestOf(call: FunctionCall, member: string): bigint {
  const bits = bitsOf(call.arguments[0])
  return bits === undefined || member !== 'max' ? unsupported(call) : 2n ** bits - 1n
}

/** Width of `uintN`; undefined for other types. */
function bitsOf(type: Expression | undefined): bigint | undefined {
  if (type?.nodeType !== 'ElementaryTypeNameExpression') return undefined
  const bits = type.typeName.name?.match(/^uint(\d+)$/)?.[1]
  return bits === undefined ? undefined : BigInt(bits)
}

/** Returns whether only storage is written: fields of structs. */
function isStorage(target: Expression): boolean {
  if (target.nodeType === 'TupleExpression') return target.components.every(isStorage)
  return target.nodeType === 'MemberAccess'
}

function isNumber<T extends bigint | string>(value: Value<T>): value is T {
  return typeof value !== 'object'
}

function isFields<T>(value: Value<T>): value is Fields<T> {
  return typeof value === 'object' && !Array.isArray(value)
}

function elementsOf<T>(value: Value<T>): readonly Value<T>[] {
  return Array.isArray(value) ? value : [value]
}

/** A tuple of one is its element. */
function unwrap<T>(values: readonly Value<T>[]): Value<T> {
  const [first] = values
  return values.length === 1 && first !== undefined ? first : values
}

function nameOf(expression: Expression): string {
  return expression.nodeType === 'Identifier' ? expression.name : unsupported(expression)
}

function unsupported(node: { nodeType: string }): never {
  throw new Error(`Not supported by the proofs: ${JSON.stringify(node)}`)
}
