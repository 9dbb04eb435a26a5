import { z } from 'zod'
import { bases, type Endpoint, ErrorEnvelope, kinds, SchemaField } from '@ambit/contract'

export type Json = { [key: string]: unknown }

type Names = ReturnType<typeof naming>

const naming = (schemas: Record<string, z.ZodType>) => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  return registry
}

/** What the document names rather than writes out: every kind of record, and what holds more of its own kind. */
const answered = naming({ ...kinds, SchemaField, ErrorEnvelope })
const sent = naming({ SchemaField })

/** The contract as an OpenAPI 3.1 document. */
export const openApiOf = (endpoints: readonly Endpoint[], version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (bases[endpoint.audience] + endpoint.path).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ambit',
      version,
      description:
        'Operations for on-demand transport. Lists take `page`, `per_page`, `search`, `sort` (a leading minus reverses it) and `filter[key]=a,b`. ' +
        'Changing calls take `If-Match` with the version of `ETag`; creating calls take `Idempotency-Key`. ' +
        '`/api/v2/cronos` is another name of `/api/v2/ops`.',
    },
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: componentSchemas(),
    },
  }
}

const componentSchemas = (): Json => {
  const { schemas } = z.toJSONSchema(answered, {
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  })
  const written = Object.entries(schemas).map(([id, schema]) => {
    const { $schema: _, $id: __, ...rest } = schema
    return [id, rest]
  })
  return Object.fromEntries(written)
}

export const tagOf = ({ name }: Endpoint): string => name.split('.')[0] ?? name

const operationOf = (endpoint: Endpoint): Json => ({
  operationId: endpoint.name,
  tags: [tagOf(endpoint)],
  summary: endpoint.summary,
  description: accessWords(endpoint) + (endpoint.allRegions ? ' Not for users who are limited to regions.' : ''),
  security: endpoint.access === 'public' ? [] : [{ token: [] }],
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  // Endpoints without a body take none: their schema is content with null.
  ...(endpoint.method === 'GET' || endpoint.body.safeParse(null).success
    ? {}
    : {
        requestBody: { required: true, content: { 'application/json': { schema: inputOf(endpoint.body) } } },
      }),
  responses: {
    [String(endpoint.status)]: answerOf(endpoint),
    default: {
      description: 'Refused',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    },
  },
})

const accessWords = ({ access }: Endpoint): string => {
  switch (access) {
    case 'public':
      return 'Public.'
    case 'signed_in':
      return 'For all signed-in staff.'
    case 'driver':
      return 'For drivers.'
    case 'passenger':
      return 'For passengers, of their own data.'
    case 'staff_or_passenger':
      return 'For all signed-in staff, and for passengers.'
    default:
      return `Needs the permission \`${access}\`.`
  }
}

const answerOf = (endpoint: Endpoint): Json => {
  if (endpoint.status === 204) return { description: 'Done' }
  if (endpoint.raw !== null) return { description: 'Done', content: { [endpoint.raw]: {} } }
  return { description: 'Done', content: { 'application/json': { schema: outputOf(endpoint.answer) } } }
}

/** A schema's own properties as parameters; nested ones travel in brackets. */
const parametersOf = (schema: z.ZodType, place: 'path' | 'query'): Json[] => {
  const { properties, required } = inputOf(schema)
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    ...(name === 'filter' ? { style: 'deepObject', explode: true } : {}),
    schema: property,
  }))
}

const inputOf = (schema: z.ZodType): Json => schemaOf(schema, 'input', sent)
const outputOf = (schema: z.ZodType): Json => schemaOf(schema, 'output', answered)

const schemaOf = (schema: z.ZodType, io: 'input' | 'output', metadata: Names): Json => {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any' })
  // The named ones are in the document's components rather than beside each schema.
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
