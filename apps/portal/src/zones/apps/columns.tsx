import type { ConsumerApp } from '@ambit/contract'
import type { Column } from '../../table/column.ts'
import { appStrings } from './strings.ts'

const words = appStrings.columns

export const appColumns: readonly Column<ConsumerApp>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 220, value: ({ name }) => name, sort: 'name', primary: true },
  { id: 'slug', header: words.slug, width: 140, value: ({ slug }) => slug },
  { id: 'host_names', header: words.host_names, width: 240, value: ({ host_names }) => host_names.join(', ') },
  { id: 'sign_up', header: words.sign_up, width: 220, value: ({ sign_up }) => appStrings.signUps[sign_up] },
  {
    id: 'default',
    header: words.default,
    width: 100,
    value: (app) => (app.default ? appStrings.yes : appStrings.no),
  },
]
