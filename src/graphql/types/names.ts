/** Marks the object type of a composite type that is only an argument, so that its input type gets the plain name. */
const INPUT_ROW = "InputRow";

/**
 * Gives fields and types the contract's names if PostGraphile would choose others.
 *
 * Columns keep their names (`id`, not `rowId`). Lists have the plural (`users`), connections a suffix
 * (`usersConnection`). A composite type that is an argument has the name in its smart tag `@inputTypeName`,
 * and its comment as description.
 */
export const NamesPlugin: GraphileConfig.CheckedPlugin = {
  name: "NamesPlugin",
  description: "Names fields and types as the contract does",
  inflection: {
    replace: {
      _attributeName(previous, _options, details) {
        return previous?.({ ...details, skipRowId: true }) ?? details.attributeName;
      },
      _allRows(_previous, _options, resource) {
        return this.camelCase(this.pluralize(this._singularizedResourceName(resource)));
      },
      listField(_previous, _options, field) {
        return field;
      },
      connectionField(_previous, _options, field) {
        return `${field}Connection`;
      },
      tableType(previous, _options, codec) {
        const name = codec.extensions?.tags?.inputTypeName;
        return typeof name === "string" ? name + INPUT_ROW : (previous?.(codec) ?? codec.name);
      },
      scalarCodecTypeName(previous, _options, codec) {
        const name = codec.extensions?.tags?.name;
        return typeof name === "string" ? name : (previous?.(codec) ?? codec.name);
      },
      // The contract's PositionInput is a composite type, so the input types of tables get another name.
      inputType(_previous, _options, typeName) {
        return typeName.endsWith(INPUT_ROW)
          ? typeName.slice(0, -INPUT_ROW.length)
          : `${typeName}RowInput`;
      },
    },
  },
  schema: {
    hooks: {
      GraphQLInputObjectType(config, _build, context) {
        const { pgCodec } = context.scope;
        return pgCodec?.extensions?.tags?.inputTypeName
          ? { ...config, description: pgCodec.description }
          : config;
      },
    },
  },
};
