import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { listQuery, textList } from '../query.ts'
import { IncidentState, StatusIncident, StatusIncidentInput } from '../records/status.ts'

const WRITE = 'Settings:status:canUpdate'

export const statusIncidents = {
  list: endpoint('statusIncidents.list', 'GET', '/status_incidents', {
    summary: 'Incidents and planned works, everywhere and in the caller’s regions',
    access: 'signed_in',
    represented: true,
    query: listQuery({ state: textList.pipe(z.array(IncidentState)) }, ['id', 'title', 'starts_at', 'ends_at']),
    answer: many(StatusIncident),
  }),
  show: endpoint('statusIncidents.show', 'GET', '/status_incidents/:id', {
    summary: 'One incident',
    access: 'signed_in',
    represented: true,
    params: idParams,
    answer: one(StatusIncident),
  }),
  create: endpoint('statusIncidents.create', 'POST', '/status_incidents', {
    summary: 'Tell of an incident or of planned works',
    access: WRITE,
    allRegions: true,
    body: StatusIncidentInput,
    answer: one(StatusIncident),
    status: 201,
  }),
  update: endpoint('statusIncidents.update', 'PATCH', '/status_incidents/:id', {
    summary: 'Change an incident, add an update with `text`, or end it now with `over`',
    access: WRITE,
    allRegions: true,
    params: idParams,
    body: StatusIncidentInput.extend({ planned: z.boolean(), over: z.literal(true) }).partial(),
    answer: one(StatusIncident),
  }),
  destroy: endpoint('statusIncidents.destroy', 'DELETE', '/status_incidents/:id', {
    summary: 'Delete an incident that was told by mistake',
    access: WRITE,
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
