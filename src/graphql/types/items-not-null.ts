import {
  GraphQLList,
  GraphQLNonNull,
  type GraphQLType,
  getNullableType,
  isListType,
  isNonNullType,
} from "postgraphile/graphql";

/** Makes the items of a list type non-null. Returns other types unchanged. */
export function itemsNotNull<T extends GraphQLType>(type: T): T {
  const list = getNullableType(type);
  if (!isListType(list)) return type;
  const items = new GraphQLList(new GraphQLNonNull(getNullableType(list.ofType)));
  return (isNonNullType(type) ? new GraphQLNonNull(items) : items) as GraphQLType as T;
}
