import {
  GraphQLList,
  GraphQLNonNull,
  type GraphQLType,
  getNullableType,
  isListType,
  isNonNullType,
} from "postgraphile/graphql";

/** The same type, with the items of a list non-null; other types as they are. */
export function itemsNotNull<T extends GraphQLType>(type: T): T {
  const list = getNullableType(type);
  if (!isListType(list)) return type;
  const items = new GraphQLList(new GraphQLNonNull(getNullableType(list.ofType)));
  return (isNonNullType(type) ? new GraphQLNonNull(items) : items) as GraphQLType as T;
}
