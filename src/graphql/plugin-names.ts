/**
 * Registers the plugins of the API. The library's `Plugin` takes any text in `after` and `before`, so a name that was
 * changed would lose its place without a word. In a `CheckedPlugin` the compiler finds it.
 */
declare global {
  namespace GraphileConfig {
    interface Plugins {
      AdministratorsOnlyPlugin: true;
      AggregatesPlugin: true;
      AuditedReadsPlugin: true;
      ClockTimePlugin: true;
      ConnectionOrderPlugin: true;
      ConnectionsPlugin: true;
      DescriptionTagsPlugin: true;
      DoormanPlugin: true;
      EpochSecondsPlugin: true;
      ExecutionArgumentsPlugin: true;
      FastPathPlugin: true;
      FunctionMutationsPlugin: true;
      GeneratedDescriptionsPlugin: true;
      GeometryPlugin: true;
      GraphiqlPolicyPlugin: true;
      HttpErrorsPlugin: true;
      Int64AsIntPlugin: true;
      Int64Plugin: true;
      LimitedAnswersPlugin: true;
      ListFiltersPlugin: true;
      ListSearchPlugin: true;
      ListedFromPlugin: true;
      NamesPlugin: true;
      NotNullPlugin: true;
      OffsetPlugin: true;
      OnlyWebsocketsPlugin: true;
      OriginalOperationsPlugin: true;
      OwnNotificationsPlugin: true;
      PacedResultsPlugin: true;
      PlainListsPlugin: true;
      RowFieldsPlugin: true;
      SincePlugin: true;
      StateFilterPlugin: true;
      ViewsFilterPlugin: true;
      // These do not register themselves.
      PgAggregatesFilterRelationalAggregatesPlugin: true;
      PgAggregatesOrderByAggregatesPlugin: true;
      PgEnumDomainsPlugin: true;
    }
    interface Provides {
      aggregates: true;
    }
    /** The keys of an interface without those of its index signature. */
    type Registered<T> = keyof { [K in keyof T as string extends K ? never : K]: true };
    type PluginName = Registered<Plugins>;
    interface CheckedPlugin extends Plugin {
      name: PluginName;
      provides?: (PluginName | Registered<Provides>)[];
      after?: (PluginName | Registered<Provides>)[];
      before?: (PluginName | Registered<Provides>)[];
    }
  }
}

export {};
