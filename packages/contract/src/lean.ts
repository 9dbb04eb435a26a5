/**
 * A plugin of Vite: takes out of a build for browsers what none of them asks for. Summaries of endpoints are told by the
 * API's documentation, and JSON Schema, for which zod keeps a tenth of a small app at hand, is made by the server alone.
 */
export const leanContract = () => ({
  name: 'lean-contract',
  apply: 'build' as const,
  transform: (code: string, id: string): string | undefined => {
    if (id.includes('/contract/src/endpoints/')) return code.replaceAll(/^\s+summary: (['"]).*\1,$/gm, '')
    if (!id.includes('/zod/v4/classic/schemas.js')) return undefined
    return code
      .replaceAll(/^\s+inst\._zod\.processJSONSchema = .*;$/gm, '')
      .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined')
      .replace('createToJSONSchemaMethod(this, {})(params)', 'undefined')
  },
})
