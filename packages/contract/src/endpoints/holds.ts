import { z } from 'zod'
import { endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { Hold, HoldInput, holdKinds, HoldRenewal, holdStates } from '../records/holds.ts'

export const holds = {
  list: endpoint('holds.list', 'GET', '/holds', {
    summary: 'What is kept from every removal, why and until when',
    access: 'PrivacyManagement:hold:canRead',
    allRegions: true,
    query: listQuery(
      {
        kind: textList.pipe(z.array(z.enum(holdKinds))),
        record: idList,
        state: textList.pipe(z.array(z.enum(holdStates))),
      },
      ['id', 'ends_at', 'created_at'],
    ),
    answer: many(Hold),
  }),
  show: endpoint('holds.show', 'GET', '/holds/:id', {
    summary: 'One hold',
    access: 'PrivacyManagement:hold:canRead',
    allRegions: true,
    params: idParams,
    answer: one(Hold),
  }),
  create: endpoint('holds.create', 'POST', '/holds', {
    summary: 'Keep a passenger, booking, trip, vehicle or span of days from every removal',
    access: 'PrivacyManagement:hold:canCreate',
    allRegions: true,
    body: HoldInput,
    answer: one(Hold),
    status: 201,
  }),
  renew: endpoint('holds.renew', 'POST', '/holds/:id/renew', {
    summary: 'Give a hold in force another end, at most 24 months from now',
    access: 'PrivacyManagement:hold:canCreate',
    allRegions: true,
    params: idParams,
    body: HoldRenewal,
    answer: one(Hold),
  }),
  end: endpoint('holds.end', 'POST', '/holds/:id/end', {
    summary: 'End a hold now: what it kept is removed as its time has come',
    access: 'PrivacyManagement:hold:canDestroy',
    allRegions: true,
    params: idParams,
    answer: one(Hold),
  }),
}
