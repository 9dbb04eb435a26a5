import { z } from 'zod'
import { empty, endpoint, Id, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { Driver, DriverInput, DriverPin } from '../records/drivers.ts'
import {
  FlexibleSchedule,
  FlexibleScheduleDone,
  FlexibleScheduleInput,
  ServicePlan,
  ServicePlanChange,
  ServicePlanInput,
  ServicePlansDeleted,
  ServicePlansSave,
  ServicePlansSaved,
} from '../records/service-plans.ts'

export const drivers = {
  list: endpoint('drivers.list', 'GET', '/drivers', {
    summary: 'List drivers',
    access: 'DriverManagement:driver:canRead',
    query: listQuery({ approved: z.stringbool(), id: idList }, [
      'id',
      'first_name',
      'last_name',
      'username',
      'email',
      'status',
      'created_at',
    ]),
    answer: many(Driver),
  }),
  show: endpoint('drivers.show', 'GET', '/drivers/:id', {
    summary: 'One driver',
    access: 'DriverManagement:driver:canRead',
    params: idParams,
    answer: one(Driver),
  }),
  create: endpoint('drivers.create', 'POST', '/drivers', {
    summary: 'Create a driver',
    access: 'DriverManagement:driver:canCreate',
    body: DriverInput,
    answer: one(Driver),
    status: 201,
  }),
  update: endpoint('drivers.update', 'PATCH', '/drivers/:id', {
    summary: 'Change a driver',
    access: 'DriverManagement:driver:canUpdate',
    params: idParams,
    body: DriverInput.partial(),
    answer: one(Driver),
  }),
  destroy: endpoint('drivers.destroy', 'DELETE', '/drivers/:id', {
    summary: 'Delete a driver',
    access: 'DriverManagement:driver:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  signOut: endpoint('drivers.signOut', 'DELETE', '/drivers/:id/sessions', {
    summary: "Sign a driver's devices out",
    access: 'DriverManagement:driver:canUpdate',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  resetPin: endpoint('drivers.resetPin', 'POST', '/drivers/:id/password', {
    summary: "Set a driver's six-digit PIN",
    access: 'DriverManagement:driver:canUpdate',
    params: idParams,
    body: DriverPin,
    answer: one(z.object({ message: z.string() })),
  }),
}

export const servicePlans = {
  list: endpoint('servicePlans.list', 'GET', '/service_plans', {
    summary: 'List in-service schedules that touch a window',
    access: 'ServicePlans:servicePlan:canRead',
    query: listQuery({ region: idList, zone: idList, id: idList, vehicle: idList, driver: idList }, [
      'id',
      'start_time',
      'end_time',
    ]).extend({
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: many(ServicePlan),
  }),
  show: endpoint('servicePlans.show', 'GET', '/service_plans/:id', {
    summary: 'One schedule',
    access: 'ServicePlans:servicePlan:canRead',
    params: idParams,
    answer: one(ServicePlan),
  }),
  create: endpoint('servicePlans.create', 'POST', '/service_plans', {
    summary: 'Create a schedule, and its trip when it has a vehicle',
    access: 'ServicePlans:servicePlan:canCreate',
    body: ServicePlanInput,
    answer: one(ServicePlan),
    status: 201,
  }),
  update: endpoint('servicePlans.update', 'PATCH', '/service_plans/:id', {
    summary: 'Change a schedule, and its trip with it',
    access: 'ServicePlans:servicePlan:canUpdate',
    params: idParams,
    body: ServicePlanChange,
    answer: one(ServicePlan),
  }),
  destroy: endpoint('servicePlans.destroy', 'DELETE', '/service_plans/:id', {
    summary: 'Delete a schedule without bookings',
    access: 'ServicePlans:servicePlan:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  /** each by itself: refused ones are listed in `data.errors`, the others are saved */
  bulkCreateAndUpdate: endpoint('servicePlans.bulkCreateAndUpdate', 'POST', '/service_plans/bulk', {
    summary: 'Create and change many schedules',
    access: 'ServicePlans:servicePlan:canUpdate',
    large: true,
    body: ServicePlansSave,
    answer: one(ServicePlansSaved),
    keyed: true,
  }),
  bulkDelete: endpoint('servicePlans.bulkDelete', 'POST', '/service_plans/bulk_delete', {
    summary: 'Delete many schedules without bookings',
    access: 'ServicePlans:servicePlan:canDestroy',
    body: z.object({ ids: z.array(Id).min(1).max(1000) }),
    answer: one(ServicePlansDeleted),
    keyed: true,
  }),
  /** without times: the effect of cancelling the schedule */
  flexible: endpoint('servicePlans.flexible', 'GET', '/service_plans/:id/flexible_schedule', {
    summary: 'The effect of a later start, an earlier end or a cancellation of a schedule on its bookings',
    access: 'ServicePlans:servicePlan:canRead',
    params: idParams,
    query: z.object({
      start_time: z.iso.datetime({ offset: true }).optional(),
      end_time: z.iso.datetime({ offset: true }).optional(),
    }),
    answer: one(FlexibleSchedule),
  }),
  /** 409 with a fresh check in `meta.flexible_schedule` when the effect would be different by now */
  flexibleUpdate: endpoint('servicePlans.flexibleUpdate', 'POST', '/service_plans/:id/flexible_schedule', {
    summary: 'Shorten or cancel a schedule with the effect that was shown',
    access: 'ServicePlans:servicePlan:canUpdate',
    params: idParams,
    body: FlexibleScheduleInput,
    answer: one(FlexibleScheduleDone),
  }),
}

export const bookingFilters = {
  zone: idList,
  region: idList,
  status: textList,
  traveler: idList,
  trip: idList,
  id: idList,
  date_range: timeRange,
  /** trips whose vehicle was taken out of service: those of their passengers who still wait */
  left_waiting_by: idList,
}
