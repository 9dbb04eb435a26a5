import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery } from '../query.ts'
import { MobilityAid, MobilityAidChange, MobilityAidInput } from '../records/mobility-aids.ts'

const UPDATE = 'RegionManagement:region:canUpdate'

export const mobilityAids = {
  list: endpoint('mobilityAids.list', 'GET', '/mobility_aids', {
    summary: 'The kinds of mobility aids that regions keep',
    access: 'RegionManagement:region:canRead',
    query: listQuery({ region: idList, id: idList }, ['id', 'name', 'created_at']),
    answer: many(MobilityAid),
  }),
  create: endpoint('mobilityAids.create', 'POST', '/mobility_aids', {
    summary: 'Add a kind of mobility aid to a region',
    access: UPDATE,
    body: MobilityAidInput,
    answer: one(MobilityAid),
    status: 201,
  }),
  update: endpoint('mobilityAids.update', 'PATCH', '/mobility_aids/:id', {
    summary: 'Change a kind of mobility aid; what is booked keeps its times',
    access: UPDATE,
    params: idParams,
    body: MobilityAidChange,
    answer: one(MobilityAid),
  }),
  destroy: endpoint('mobilityAids.destroy', 'DELETE', '/mobility_aids/:id', {
    summary: 'Remove a kind of mobility aid',
    access: UPDATE,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
