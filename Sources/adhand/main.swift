import AdhanCommands

EntryPoint.main()
