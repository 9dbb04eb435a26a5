type Value = { type: string; start: number; end: number }
type Declaration = { declarations?: readonly { init: Value | null }[] }
/** what is used of a module's tree, as ESTree has it */
type Tree = { body: readonly (Declaration & { declaration?: Declaration | null })[] }
type Bundler = { parse: (code: string) => unknown }

const MADE = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression'])

/**
 * Marks each value of a module as one whose making changes nothing else. A bundler cannot know, and keeps with one schema
 * or endpoint of a file all others.
 */
const shakable = (code: string, { body }: Tree): string =>
  body
    .flatMap(({ declarations, declaration }) => declarations ?? declaration?.declarations ?? [])
    .flatMap(({ init }) => (init !== null && MADE.has(init.type) ? [init] : []))
    .reduceRight(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    )

/**
 * A plugin of Vite: takes out of a build for browsers what none of them asks for. Summaries of endpoints are told by the
 * API's documentation, and JSON Schema, for which zod keeps a tenth of a small app at hand, is made by the server alone.
 */
export const leanContract = () => ({
  name: 'lean-contract',
  apply: 'build' as const,
  transform(this: Bundler, code: string, id: string): string | undefined {
    if (id.includes('/contract/src/')) {
      const told = id.includes('/endpoints/') ? code.replaceAll(/^\s+summary: (['"]).*\1,$/gm, '') : code
      return shakable(told, this.parse(told) as Tree)
    }
    if (!id.includes('/zod/v4/classic/schemas.js')) return undefined
    return code
      .replaceAll(/^\s+inst\._zod\.processJSONSchema = .*;$/gm, '')
      .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined')
      .replace('createToJSONSchemaMethod(this, {})(params)', 'undefined')
  },
})
