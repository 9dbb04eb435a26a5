import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idList, textList } from '../query.ts'
import { MAX_SEARCH_HITS, MIN_SEARCH_LENGTH, SearchAnswer, searchTypes } from '../records/search.ts'

export const search = {
  find: endpoint('search.find', 'GET', '/search', {
    summary: 'Find records of one or more kinds; without a type, of every kind that the caller may search',
    access: 'signed_in',
    query: z.object({
      query: z.string().trim().min(MIN_SEARCH_LENGTH, 'Please type more characters to start the search.').max(200),
      type: textList.pipe(z.array(z.enum(searchTypes))).optional(),
      region: idList.optional(),
      page: z.coerce.number().int().min(1).max(MAX_SEARCH_HITS).default(1),
      per_page: z.coerce.number().int().min(1).max(100).default(10),
    }),
    answer: SearchAnswer,
  }),
}
