import {
  actRuleOf,
  routes,
  type IpcError,
  type ParsedInput,
  type RouteName,
} from '@gatehouse/contract'
import type { PageGuard } from '../router.ts'

/** The refusal of a call by a guard, which gets the press rule of the route as from the router. */
export function refusalOf<Name extends RouteName>(
  guard: PageGuard,
  route: Name,
  input: ParsedInput<Name>,
): IpcError | undefined {
  return guard.refusal(route, input, actRuleOf(routes[route].acts))
}
