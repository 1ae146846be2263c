Marfa.main()
