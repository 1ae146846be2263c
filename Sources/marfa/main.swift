import MarfaTerminal

Marfa.main()
